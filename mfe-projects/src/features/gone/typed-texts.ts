/** A text that was typed, with the name of its field; '' without one. */
export interface TypedText {
  label: string
  text: string
}

type Field = HTMLInputElement | HTMLTextAreaElement

const textual: ReadonlySet<string> = new Set(['text', 'number', 'email', 'url', 'tel'])

/** Not what is only looked for or confirmed: filters, fields in which something is chosen, and the name before a deletion. */
const isTextField = (element: unknown): element is Field =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement &&
    textual.has(element.type) &&
    element.getAttribute('role') !== 'combobox' &&
    !element.hasAttribute('data-confirmation'))

const labelOf = (field: Field): string =>
  field.labels?.[0]?.textContent?.replace(/\s*\*$/, '') || field.ariaLabel || field.getAttribute('aria-label') || ''

/** Notes the fields of the page into which something is typed. @returns the texts at this moment, in the order of the page; and its end */
export const watchTyping = (): { texts: () => TypedText[]; end: () => void } => {
  const typedInto = new Set<Field>()
  const note = ({ target }: Event): void => {
    if (isTextField(target)) typedInto.add(target)
  }
  document.addEventListener('input', note, true)
  const texts = (): TypedText[] => {
    // A draft that was restored is unsaved too; `data-typed` states what is typed where it does not stand in fields of text, `data-typed-as` its name.
    const unsaved = document.querySelectorAll('form[data-unsaved] input, form[data-unsaved] textarea')
    const fields = new Set([...typedInto, ...[...unsaved].filter(isTextField)])
    const places = [...document.querySelectorAll('input, textarea, [data-typed]')]
    return places
      .flatMap((place) => {
        const stated = place.getAttribute('data-typed')
        if (stated !== null) return { label: place.getAttribute('data-typed-as') ?? '', text: stated }
        return isTextField(place) && fields.has(place) ? { label: labelOf(place), text: place.value } : []
      })
      .filter(({ text }) => text.trim() !== '')
  }
  return { texts, end: () => document.removeEventListener('input', note, true) }
}
