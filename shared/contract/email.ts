/**
 * Email pattern of the forms (document 1 §5): local part, @, domain with a top-level domain of 2 to 6 letters.
 * The server accepts every valid domain, so that invited people are never shut out (contradictions.md 38).
 */
export const formEmailPattern = /^[^\s@<>(),;:"[\]\\]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,6}$/i

export const isFormEmail = (text: string): boolean => text.length <= 254 && formEmailPattern.test(text.trim())
