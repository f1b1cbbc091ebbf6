import { isFormEmail } from './email.ts'
import { isPlainText } from './text.ts'

/**
 * The forms' shared messages (document 1 §5), each rule: what was typed → the message, or null when it is right. A form
 * shows them only for a control that was changed.
 */
type FormRule = (text: string) => string | null

/** 1 to 128 characters and not only white space. */
export const nameRule: FormRule = (name) => {
  if (name === '') return 'Name is a required field'
  if (name.length > 128) return 'Name can only contain 128 characters'
  return name.trim() === '' || !isPlainText(name) ? 'Name contains invalid characters' : null
}

export const descriptionRule: FormRule = (text) => {
  if (text.length > 256) return 'Description can only contain 256 characters'
  return isPlainText(text) ? null : 'Description contains invalid characters'
}

export const firstNameRule: FormRule = (name) => {
  if (name.trim() === '') return 'Firstname is a required field'
  return isPlainText(name) ? null : 'Firstname contains invalid characters'
}

export const lastNameRule: FormRule = (name) => {
  if (name.trim() === '') return 'Lastname is a required field'
  return isPlainText(name) ? null : 'Lastname contains invalid characters'
}

/** Of a text that may be missing, on one line or several. */
export const textRule: FormRule = (text) => (isPlainText(text) ? null : 'The text contains invalid characters')

/** An address may be missing while somebody types: that alone is no message, the button stays disabled. */
export const emailRule: FormRule = (email) =>
  email === '' || isFormEmail(email) ? null : 'Please provide a valid email address!'
