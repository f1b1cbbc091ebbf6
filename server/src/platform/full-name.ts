/** First and last name; the rest where one is empty, never with blanks at the ends. */
export const fullNameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()
