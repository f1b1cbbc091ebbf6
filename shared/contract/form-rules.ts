import { isFormEmail } from './email.ts'

/**
 * The forms' shared messages (document 1 §5), each rule: what was typed → the message, or null when it is right. A form
 * shows them only for a control that was changed.
 */
type FormRule = (text: string) => string | null

/** 1 to 128 characters and not only white space. */
export const nameRule: FormRule = (name) => {
  if (name === '') return 'Name is a required field'
  if (name.length > 128) return 'Name can only contain 128 characters'
  return name.trim() === '' ? 'Name contains invalid characters' : null
}

export const descriptionRule: FormRule = (text) =>
  text.length > 256 ? 'Description can only contain 256 characters' : null

export const firstNameRule: FormRule = (name) => (name.trim() === '' ? 'Firstname is a required field' : null)

export const lastNameRule: FormRule = (name) => (name.trim() === '' ? 'Lastname is a required field' : null)

/** An address may be missing while somebody types: that alone is no message, the button stays disabled. */
export const emailRule: FormRule = (email) =>
  email === '' || isFormEmail(email) ? null : 'Please provide a valid email address!'
