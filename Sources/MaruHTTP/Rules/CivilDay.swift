/// A day of the Gregorian calendar, also before its invention, as a count of days since 1970-01-01.
package enum CivilDay {
  /// The count of a day; nil if the calendar has no such day.
  package static func count(year: Int, month: Int, day: Int) -> Int? {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    // Counted in years from March, so that the leap day is the last one.
    let marchYear = month <= 2 ? year - 1 : year
    let era = floorDivide(marchYear, 400)
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let count =
      era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    return date(of: count) == (year, month, day) ? count : nil
  }

  /// Year, month and day of a count.
  package static func date(of count: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = count + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// The day of the week of a count, from Sunday, 0.
  package static func weekday(of count: Int) -> Int { (count % 7 + 11) % 7 }

  /// Division that rounds down, also below zero.
  package static func floorDivide(_ one: Int, _ other: Int) -> Int {
    one >= 0 ? one / other : -((-one + other - 1) / other)
  }

  /// A number in decimal digits, with zeros in front up to a width.
  package static func digits(_ number: Int, width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
  }

  /// Seconds since 1970, kept within the years 0 to 9999, which four digits can tell.
  package static func tellable(_ seconds: Double) -> Double {
    // Written so that what is no number becomes the first moment.
    seconds > -62_167_219_200 ? min(seconds, 253_402_300_799.999) : -62_167_219_200
  }
}
