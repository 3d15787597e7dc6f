import Foundation
import MaruXML
import Testing

/// Feeds, envelopes and listings, in data of our own.
struct FeedTests {
  struct Guid: Decodable, Equatable, XMLShaped {
    let isPermaLink: Bool?
    let value: String
    enum CodingKeys: CodingKey { case isPermaLink, value }
    static let xmlShape = XMLShape(roles: [
      CodingKeys.isPermaLink: .attribute, CodingKeys.value: .text,
    ])
  }

  struct Post: Decodable, Equatable, XMLShaped {
    let title: String
    let link: URL
    let guid: Guid?
    let category: [String]
    let creator: String?
    let body: String?
    let pubDate: Date
    enum CodingKeys: CodingKey { case title, link, guid, category, creator, body, pubDate }
    static let xmlShape = XMLShape(roles: [
      CodingKeys.creator: .element(XMLName("creator", in: "http://purl.org/dc/elements/1.1/")),
      CodingKeys.body: .element(
        XMLName("encoded", in: "http://purl.org/rss/1.0/modules/content/")),
    ])
  }

  @Test func `a feed's names are told apart by namespace, and lists stand beside values`() throws {
    struct Channel: Decodable {
      let title: String
      let link: URL
      let item: [Post]
    }
    struct Feed: Decodable {
      let version: String
      let channel: Channel
    }
    var decoder = XMLDecoder()
    decoder.dateStrategy = .mail
    let feed = try decoder.decode(
      Feed.self,
      from: """
        <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
          xmlns:content="http://purl.org/rss/1.0/modules/content/"
          xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="m">
        <channel><title>Harbor</title><atom:link href="https://example.org/feed"/>
        <link>https://example.org/</link>
        <item><media:title>other</media:title><title>One &amp; two</title>
        <link>https://example.org/p?a=1&amp;b=2</link><guid isPermaLink="false">post-1</guid>
        <category>a</category><category>b</category><dc:creator>Kim</dc:creator>
        <content:encoded><![CDATA[<p>Hello</p>]]></content:encoded>
        <pubDate>Wed, 01 Apr 2026 09:30:00 +0900</pubDate></item>
        <item><title/><link>https://example.org/q</link><pubDate>1 Apr 26 00:30 GMT</pubDate></item>
        </channel></rss>
        """)
    #expect(feed.version == "2.0" && feed.channel.title == "Harbor")
    #expect(feed.channel.link.absoluteString == "https://example.org/")
    let first = try #require(feed.channel.item.first)
    #expect(first.title == "One & two" && first.link.query == "a=1&b=2")
    #expect(first.guid == Guid(isPermaLink: false, value: "post-1"))
    #expect(first.category == ["a", "b"] && first.creator == "Kim")
    #expect(first.body == "<p>Hello</p>")
    #expect(first.pubDate == Date(timeIntervalSince1970: 1_775_003_400))
    #expect(feed.channel.item.last?.category == [] && feed.channel.item.last?.guid == nil)
  }

  @Test func `a default namespace needs no shape, and mixed content is a tree`() throws {
    struct Entry: Decodable {
      struct Link: Decodable, Equatable {
        let href: String
        let rel: String?
      }
      let title: String
      let link: [Link]
      let content: XMLTree
    }
    struct Feed: Decodable { let entry: [Entry] }
    for prefix in ["", "a:"] {
      let p = prefix
      let text = """
        <\(p)feed xmlns\(p.isEmpty ? "" : ":a")="http://www.w3.org/2005/Atom"><\(p)entry>
        <\(p)title>T</\(p)title><\(p)link href="u"/><\(p)link href="v" rel="self"/>
        <\(p)content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a <b>b</b> c</div></\(p)content>
        </\(p)entry></\(p)feed>
        """
      let entry = try #require(try XMLDecoder().decode(Feed.self, from: text).entry.first)
      #expect(entry.title == "T" && entry.link.map(\.href) == ["u", "v"])
      #expect(entry.link.map(\.rel) == [nil, "self"])
      #expect(entry.content.name.local == "content")
    }
  }

  @Test func `a fault in an envelope is another case of its body`() throws {
    struct Fault: Decodable, Equatable { let faultstring: String }
    struct Price: Decodable, Equatable { let amount: Decimal? }
    enum Payload: Decodable, Equatable, XMLShaped {
      case fault(Fault)
      case price(Price)
      enum CodingKeys: CodingKey { case fault, price }
      static let xmlShape = XMLShape(roles: [
        CodingKeys.fault: .element(
          XMLName("Fault", in: "http://schemas.xmlsoap.org/soap/envelope/")),
        CodingKeys.price: .element(XMLName("Price", in: "urn:prices")),
      ])
    }
    struct Envelope: Decodable, XMLShaped {
      let body: Payload
      enum CodingKeys: String, CodingKey { case body = "Body" }
      static let xmlShape = XMLShape(
        "Envelope", in: "http://schemas.xmlsoap.org/soap/envelope/")
    }
    let soap = "http://schemas.xmlsoap.org/soap/envelope/"
    let fault = try XMLDecoder().decode(
      Envelope.self,
      from: """
        <S:Envelope xmlns:S="\(soap)"><S:Header/><S:Body><S:Fault>
        <faultcode>S:Client</faultcode><faultstring>no</faultstring></S:Fault></S:Body></S:Envelope>
        """)
    #expect(fault.body == .fault(Fault(faultstring: "no")))
    let price = try XMLDecoder().decode(
      Envelope.self,
      from: """
        <e:Envelope xmlns:e="\(soap)" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><e:Body>
        <Price xmlns="urn:prices"><amount xsi:nil="true"/></Price></e:Body></e:Envelope>
        """)
    #expect(price.body == .price(Price(amount: nil)))
  }

  @Test func `a listing repeats elements beside values, and leaves empty ones out`() throws {
    struct Listing: Decodable, XMLShaped {
      struct Object: Decodable, Equatable {
        let key: String
        let size: Int
        let eTag: String
        let lastModified: Date
        enum CodingKeys: String, CodingKey {
          case key = "Key", size = "Size", eTag = "ETag", lastModified = "LastModified"
        }
      }
      let name: String
      let prefix: String?
      let isTruncated: Bool
      let contents: [Object]
      let commonPrefixes: [String]
      enum CodingKeys: String, CodingKey {
        case name = "Name", prefix = "Prefix", isTruncated = "IsTruncated", contents = "Contents"
        case commonPrefixes = "CommonPrefixes"
      }
      static let xmlShape = XMLShape("ListBucketResult", in: "http://example.org/doc/2006-03-01/")
    }
    let listing = try XMLDecoder().decode(
      Listing.self,
      from: """
        <ListBucketResult xmlns="http://example.org/doc/2006-03-01/"><Name>b</Name><Prefix/>
        <IsTruncated>false</IsTruncated><Contents><Key>a b</Key>
        <LastModified>2026-04-01T00:30:00.000Z</LastModified><ETag>&quot;9f&quot;</ETag>
        <Size>434234</Size></Contents></ListBucketResult>
        """)
    #expect(listing.name == "b" && listing.prefix == "" && !listing.isTruncated)
    #expect(listing.contents.count == 1 && listing.contents.first?.eTag == "\"9f\"")
    #expect(listing.commonPrefixes == [])
  }

  @Test func `a property list's meaning is in its order`() throws {
    indirect enum Value: Decodable, Equatable, XMLShaped {
      case key(String)
      case string(String)
      case integer(Int)
      case yes
      case dict([Value])
      case array([Value])
      enum CodingKeys: String, CodingKey { case key, string, integer, yes = "true", dict, array }
      static let xmlShape = XMLShape()
    }
    var decoder = XMLDecoder()
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict><key>a</key><integer>1</integer><key>b</key><true/>
      <key>c</key><array><string>x</string><dict/></array></dict></plist>
      """
    #expect(throws: XMLError.self) { _ = try decoder.decode([Value].self, from: text) }
    decoder.options.doctype = .skip
    #expect(
      try decoder.decode([Value].self, from: text)
        == [
          .dict([
            .key("a"), .integer(1), .key("b"), .yes, .key("c"), .array([.string("x"), .dict([])]),
          ])
        ])
  }

  @Test func `numbers in attributes and dashed names`() throws {
    struct Suite: Decodable {
      struct Case: Decodable, Equatable {
        let name: String
        let time: Double
        let failure: String?
      }
      let tests: Int
      let testcase: [Case]
    }
    let suite = try XMLDecoder().decode(
      Suite.self,
      from: """
        <testsuite tests="2"><testcase name="a" time="0.25"/><testcase name="b" time="1">
        <failure type="x">why</failure></testcase></testsuite>
        """)
    #expect(suite.tests == 2 && suite.testcase.map(\.time) == [0.25, 1])
    #expect(suite.testcase.map(\.failure) == [nil, "why"])
    struct Rails: Decodable, Equatable {
      let firstName: String
      let age: Int?
    }
    var decoder = XMLDecoder()
    decoder.keyStrategy = .kebabCase
    #expect(
      try decoder.decode(
        Rails.self,
        from: #"<u><first-name>A</first-name><age type="integer" nil="true"></age></u>"#)
        == Rails(firstName: "A", age: nil))
  }

  @Test func `types for the JSON form of a document read it, if asked to`() throws {
    struct Attributes: Decodable, Equatable { let unit: String }
    struct Cost: Decodable, Equatable {
      let attributes: Attributes?
      let value: Double
      enum CodingKeys: String, CodingKey { case attributes = "@attributes", value = "#value" }
    }
    struct Bill: Decodable { let cost: [Cost] }
    let text = #"<bill><cost unit="KRW">5.5</cost><cost unit="EUR">6</cost></bill>"#
    #expect(throws: XMLError.self) { _ = try XMLDecoder().decode(Bill.self, from: text) }
    var decoder = XMLDecoder()
    decoder.readsJSONConvention = true
    #expect(
      try decoder.decode(Bill.self, from: text).cost
        == [
          Cost(attributes: .init(unit: "KRW"), value: 5.5),
          Cost(attributes: .init(unit: "EUR"), value: 6),
        ])
    let plain = try decoder.decode(Bill.self, from: "<bill><cost>1</cost></bill>")
    #expect(plain.cost == [Cost(attributes: nil, value: 1)])
  }
}
