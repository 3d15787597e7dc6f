import Foundation
import MaruURLSession
import Testing

/// Vectors: `openssl genpkey … | openssl pkey -pubout -outform der`.
@Suite struct PublicKeyInfoTests {
  struct Vector: Sendable {
    var kind: PublicKeyInfo.Kind
    /// How long the bare key at the end is.
    var keyLength: Int
    var base64: String
  }

  static let vectors = [
    Vector(
      kind: .curve(256), keyLength: 65,
      base64: "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE/s4CFcJ3zcXYkJNdzED3+6p8aGkp1sOKPNawjQQhwxxx"
        + "Ry6alts4QAzPHBh1mWeL2fFpxGl092/DCdN39UofCA=="),
    Vector(
      kind: .curve(384), keyLength: 97,
      base64: "MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEMikRqFMUfZ28LiCkCpQudaBPWrzBh88FdzOm0mGKkVCIZSJ/"
        + "5SFENxWJegaleQMGRAKxd6E8sRKH/27EqJqsx0R6eQ7H1jdZyO3Lj48fUeG8/yDE3tGVPH8IRphixWDK"),
    Vector(
      kind: .curve(521), keyLength: 133,
      base64: "MIGbMBAGByqGSM49AgEGBSuBBAAjA4GGAAQBqk8JnY08Z5WTJsZvQrrNfXApAtxX9/VL41Rx7PfT8VG+"
        + "DfhTb0XFEMbGzCEF3sTd4HqtCOFAM47F4BPmjpGiafYAaf+1EOkSYesAEmVN27q2c79AO8t0ksNZ5az/"
        + "gZOgC5+CpJfCUyyZ1V2RHrDAMvS9/nMTYo2RAVbeIKYrs+YrGkU="),
    Vector(
      kind: .rsa, keyLength: 140,
      base64: "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQChB+78+o/9wMnyve9xxjOYRNxfZ/6y3RpIt/N4t0y7"
        + "aBYA1KaCtGPuNGtZewf+x2X7AgqiCeknKDhFLVQ//2RXZwbRKa3Zy22vFIRPuEQJDEDwT1+UYbmaXPNC"
        + "5w+9cbQumpdnnhphsUSrquSE8HlFoJqbCLnelGTZFmWryhfSWQIDAQAB"),
    Vector(
      kind: .rsa, keyLength: 270,
      base64: "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA5GJL6F6QpB9SUpoKCiqMkQ++tay6I7j4p1ZO"
        + "Q+ei2DoxrT2B8QdWSNS/2fDM2H7AJc8sxbA3hSZnDvK+PrtDv8Foa24Yan4F/vwNGcSGAT9/5ai7DBcH"
        + "8FxLzcfrk5du3sBRpHr/BXJw76X7af0wR0p4c47/qOWrRMuadPe9+eWFZsi5Iov7AW1wf0srHM0fqHB3"
        + "kb4a/4xm21gcKZ6ocwXEaLeiDSKEPQVs9dGt8vtTEcAbXPx7hypsTVDSNlBGo/RimCK0NBFkJ9ARyNtm"
        + "9xRVTjuyiDU1chx6OaSxlOwl+Gws96xtipP/Mjmsp8HgeypDUSHafZg3iD4EyAe7owIDAQAB"),
  ]

  @Test(arguments: vectors) func `a bare key becomes the description that pins are of`(
    _ vector: Vector
  ) throws {
    let whole = Array(try #require(Data(base64Encoded: vector.base64)))
    let key = Array(whole.suffix(vector.keyLength))
    #expect(PublicKeyInfo.der(vector.kind, key: key) == whole)
  }

  @Test func `a curve that no certificate has is not described`() {
    #expect(PublicKeyInfo.der(.curve(255), key: [4]) == nil)
  }
}
