/// The English names of months and weekdays, the same in every locale.
enum EnglishDateNames {
  /// The name of a month, 1 to 12.
  static func month(_ number: Int) -> StaticString {
    switch number {
    case 1: "January"
    case 2: "February"
    case 3: "March"
    case 4: "April"
    case 5: "May"
    case 6: "June"
    case 7: "July"
    case 8: "August"
    case 9: "September"
    case 10: "October"
    case 11: "November"
    default: "December"
    }
  }

  /// The name of a weekday; 1 is Sunday.
  static func weekday(_ number: Int) -> StaticString {
    switch number {
    case 1: "Sunday"
    case 2: "Monday"
    case 3: "Tuesday"
    case 4: "Wednesday"
    case 5: "Thursday"
    case 6: "Friday"
    default: "Saturday"
    }
  }
}
