import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * What is typed after a field was asked for and before it has the focus is the beginning of its text: without this, it would be
 * lost, or would go into the field in which the user was before.
 * @param onKey - gets one character
 */
export const useEarlyKeys = (
  wanted: boolean,
  field: RefObject<HTMLInputElement | null>,
  onKey: (character: string) => void,
): void => {
  const take = useEffectEvent((event: KeyboardEvent): void => {
    const isCharacter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isCharacter || event.isComposing || event.target === field.current) return
    event.preventDefault()
    event.stopPropagation()
    onKey(event.key)
  })
  useEffect(() => {
    if (!wanted) return
    const listen = (event: KeyboardEvent): void => take(event)
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [wanted])
}
