/** How words of a key read that are no ordinary words. */
const spelled: Record<string, string> = { dab: 'DAB', od: 'OD', px: '(px)', sha256: 'SHA-256', um: '(µm)' }

/** `dabOdCuts` → "DAB OD cuts". */
export const provenanceLabel = (key: string): string => {
  const words = key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  const text = words.replace(/\w+/g, (word) => spelled[word] ?? word)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A value in words, exactly as it is: numbers are not rounded here. */
export const provenanceText = (value: unknown): string => {
  if (value === null || value === undefined) return '–'
  if (Array.isArray(value)) {
    const parts = value.map(provenanceText)
    return parts.some((part) => part.includes(',')) ? parts.map((part) => `(${part})`).join(', ') : parts.join(', ')
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([key, inner]) => `${provenanceLabel(key).toLowerCase()} ${provenanceText(inner)}`)
      .join('; ')
  }
  return String(value)
}
