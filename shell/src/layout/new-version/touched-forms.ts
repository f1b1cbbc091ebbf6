/** What is filled in like a form; `data-form` marks one that is no `<form>`. */
const formSelector = 'form, [data-form]'
const textSelector = '[contenteditable]:not([contenteditable=false])'
const fieldSelector = `input, textarea, select, ${textSelector}`

const heldBy = (field: Element): unknown => {
  if (field instanceof HTMLSelectElement) return Array.from(field.selectedOptions, ({ value }) => value)
  if (field instanceof HTMLInputElement) return field.checked ? [field.value] : field.value
  return field instanceof HTMLTextAreaElement ? field.value : field.innerHTML
}

/** Forms that were touched, with what they held before. */
const touched = new Map<Element, string>()

const contentOf = (form: Element): string =>
  JSON.stringify(form.matches(textSelector) ? heldBy(form) : Array.from(form.querySelectorAll(fieldSelector), heldBy))

const remember = ({ target }: Event): void => {
  // A text that is edited in its place may be in no form.
  const form = target instanceof Element ? (target.closest(formSelector) ?? target.closest(textSelector)) : null
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
