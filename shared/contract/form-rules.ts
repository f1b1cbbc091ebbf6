import { isFormEmail } from './email.ts'
import { isPlainText, lengthOf } from './text.ts'

/**
 * A rule of the forms' shared messages (D1-5-25 to D1-5-32): what was typed → the message, or null when it is valid. A
 * form shows it only for a control that was changed.
 */
type FormRule = (text: string) => string | null

/** 1 to 128 characters and not only white space (D3-5-33). */
export const nameRule: FormRule = (name) => {
  if (name === '') return 'Name is a required field'
  if (lengthOf(name) > 128) return 'Name can only contain 128 characters'
  return name.trim() === '' || !isPlainText(name) ? 'Name contains invalid characters' : null
}

/** At most 256 characters; may be empty. */
export const descriptionRule: FormRule = (text) => {
  if (lengthOf(text) > 256) return 'Description can only contain 256 characters'
  return isPlainText(text) ? null : 'Description contains invalid characters'
}

/** 1 to 128 characters and not only white space. */
export const firstNameRule: FormRule = (name) => {
  if (name.trim() === '') return 'Firstname is a required field'
  if (lengthOf(name) > 128) return 'Firstname can only contain 128 characters'
  return isPlainText(name) ? null : 'Firstname contains invalid characters'
}

/** 1 to 128 characters and not only white space. */
export const lastNameRule: FormRule = (name) => {
  if (name.trim() === '') return 'Lastname is a required field'
  if (lengthOf(name) > 128) return 'Lastname can only contain 128 characters'
  return isPlainText(name) ? null : 'Lastname contains invalid characters'
}

/** For an optional text, on one line or several. */
export const textRule: FormRule = (text) => (isPlainText(text) ? null : 'The text contains invalid characters')

/** An empty address has no message (D1-5-03); it only keeps the button disabled. */
export const emailRule: FormRule = (email) =>
  email === '' || isFormEmail(email) ? null : 'Please provide a valid email address!'
