/**
 * Email pattern of the forms (D1-5-02): local part, @, domain with a top-level domain of 2 to 6 letters.
 * The server accepts every valid domain, so that invited people are never shut out (contradiction 38).
 */
export const formEmailPattern = /^[^\s@<>(),;:"[\]\\]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,6}$/i

/** Whether a form accepts the address: the pattern, ignoring outer white space, and at most 254 characters. */
export const isFormEmail = (text: string): boolean => text.length <= 254 && formEmailPattern.test(text.trim())
