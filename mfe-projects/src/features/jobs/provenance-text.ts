/** How words of a key read that are no ordinary words. */
const spelled: Record<string, string> = {
  dab: 'DAB',
  od: 'OD',
  params: 'parameters',
  px: '(px)',
  sha256: 'SHA-256',
  um: '(µm)',
}

/** Keys that are clear to the application only: a sheet is an area that DAB covers without a gap. */
const told: Record<string, string> = {
  insheets: 'inside continuous DAB areas',
  outsidesheets: 'outside continuous DAB areas',
}

/** `dabOdCuts` → "DAB OD cuts". */
export const provenanceLabel = (key: string): string => {
  const whole = told[key.toLowerCase()]
  if (whole) return whole.charAt(0).toUpperCase() + whole.slice(1)
  const words = key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  const text = words.replace(/\w+/g, (word) => spelled[word] ?? word)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Within a value: in small letters but for abbreviations. */
const labelInText = (key: string): string => {
  const label = provenanceLabel(key)
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
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
      .map(([key, inner]) => `${labelInText(key)} ${provenanceText(inner)}`)
      .join('; ')
  }
  return String(value)
}
