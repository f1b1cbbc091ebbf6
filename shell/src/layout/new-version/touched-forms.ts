/** What is filled in like a form; `data-form` marks one that is no `<form>`. */
const formSelector = 'form, [data-form]'

/** Forms that were touched, with what they held before. */
const touched = new Map<Element, string>()

const contentOf = (form: Element): string => {
  const fields = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  return JSON.stringify(
    Array.from(fields, (field) => ('checked' in field && field.checked ? [field.value] : field.value)),
  )
}

const remember = ({ target }: Event): void => {
  const form = target instanceof Element ? target.closest(formSelector) : null
  if (form && !touched.has(form)) touched.set(form, contentOf(form))
}

/** Notes each form before its first change. @returns ends it */
export const watchForms = (): (() => void) => {
  // Not every browser gives the focus to what is clicked.
  const events = ['focusin', 'pointerdown'] as const
  for (const event of events) document.addEventListener(event, remember, true)
  return () => {
    for (const event of events) document.removeEventListener(event, remember, true)
    touched.clear()
  }
}

const changedForms = (): Element[] => {
  for (const form of touched.keys()) if (!form.isConnected) touched.delete(form)
  return [...touched].flatMap(([form, before]) => (contentOf(form) === before ? [] : [form]))
}

/** Whether a form is filled in whose content a reload would lose. Forms with `data-kept` store it as a draft. */
export const hasUnkeptForm = (): boolean => changedForms().some((form) => !form.hasAttribute('data-kept'))

/** Whether a form is being filled in at this moment, kept or not. */
export const isTyping = (): boolean => changedForms().some((form) => form.contains(document.activeElement))
