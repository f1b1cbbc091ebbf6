const textFields =
  'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable="true"]'

interface KeyPress extends Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'> {}

const isLetter = (key: string): boolean => key.length === 1 && key.toLowerCase() !== key.toUpperCase()

/**
 * Name of a pressed key as actions state it: `r`, `Shift+r`, `?`, `Escape`, `Shift+Enter`, and of those with Ctrl or Cmd only `Control+z`,
 * `Control+Shift+z`, `Control+y`, `Control+a`, `Control+c` and `Control+v`. Null: it belongs to a text field or to the browser, as does the key
 * that copies while text is selected. Signs have no Shift, because keyboards differ in where they have them.
 */
export const keyNameOf = ({ key, shiftKey, ctrlKey, metaKey, altKey, target }: KeyPress): string | null => {
  if (target instanceof Element && target.closest(textFields)) return null
  const isMod = ctrlKey || metaKey
  if (altKey || (isMod && !/^[acvyz]$/i.test(key))) return null
  if (isMod && /^c$/i.test(key) && !(getSelection()?.isCollapsed ?? true)) return null
  const isSign = key.length === 1 && !isLetter(key)
  return `${isMod ? 'Control+' : ''}${shiftKey && !isSign ? 'Shift+' : ''}${isLetter(key) ? key.toLowerCase() : key}`
}

const words: Readonly<Record<string, string>> = {
  Control: 'Ctrl',
  Delete: 'Del',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Page up',
  PageDown: 'Page down',
  Escape: 'Esc',
  ' ': 'Space bar',
}

/** The name as it is read, e.g. "Shift R". */
export const keyWords = (name: string): string =>
  name
    .split(/(?<=.)\+/)
    .map((part) => words[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(' ')
