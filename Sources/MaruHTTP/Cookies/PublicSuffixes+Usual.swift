extension PublicSuffixes {
  /// The suffixes of more than one label that an app is likely to meet. Not the whole list: that of
  /// publicsuffix.org has ten thousand.
  public static let common = PublicSuffixes(rules: registries + providers + ["*.ck", "!www.ck"])

  /// What each registry sells names below, of those with large ones.
  private static let registries: [String] = [
    ("ar", "com gob net org"), ("au", "com edu gov id net org"), ("bd", "com net org"),
    ("br", "com edu gov net org"), ("cn", "ac com edu gov net org"), ("co", "com gov net org"),
    ("cr", "co"), ("ec", "com"), ("eg", "com edu gov"), ("gt", "com"),
    ("hk", "com edu gov net org"), ("id", "ac co go or sch web"), ("il", "ac co gov net org"),
    ("in", "ac co edu firm gen gov ind net nic org res"), ("jp", "ac ad co ed go gr lg ne or"),
    ("ke", "ac co go ne or"), ("kh", "com"),
    ("kr", "ac co es go hs kg mil ms ne or pe re sc busan daegu gyeonggi jeju seoul"),
    ("lk", "com"), ("mm", "com"), ("mx", "com edu gob net org"), ("my", "com edu gov net org"),
    ("ng", "com gov org"), ("np", "com gov org"), ("nz", "ac co govt iwi maori net org school"),
    ("pe", "com gob"), ("ph", "com gov net org"), ("pk", "com edu gov"),
    ("pl", "com edu gov net org"),
    ("ru", "com msk spb"), ("sa", "com gov"), ("sg", "com edu gov net org per"),
    ("th", "ac co go in mi net or"), ("tr", "av bbs com edu gov k12 name net org web"),
    ("tw", "club com edu game gov idv net org"), ("tz", "co go or"),
    ("ua", "com edu gov in net org"),
    ("uk", "ac co gov ltd me net nhs org plc police sch"), ("uy", "com"), ("ve", "co com"),
    ("vn", "com edu gov net org"), ("za", "ac co gov law net nom org school web"), ("zw", "co org"),
  ].flatMap { country, names in names.split(separator: " ").map { "\($0).\(country)" } }

  /// Companies below whose names their customers live.
  private static let providers = [
    "a.run.app", "amplifyapp.com", "appspot.com", "azurefd.net", "azurestaticapps.net",
    "azurewebsites.net", "blogspot.com", "cloudapp.net", "cloudfront.net", "deno.dev",
    "elasticbeanstalk.com", "firebaseapp.com", "fly.dev", "github.io", "gitlab.io", "glitch.me",
    "herokuapp.com", "myshopify.com", "netlify.app", "ngrok-free.app", "ngrok.app", "ngrok.io",
    "notion.site", "onrender.com", "pages.dev", "railway.app", "readthedocs.io", "s3.amazonaws.com",
    "surge.sh", "vercel.app", "web.app", "webflow.io", "wixsite.com", "workers.dev",
  ]
}
