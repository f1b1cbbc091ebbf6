/** Spelling of abbreviations in keys. */
const spelled: Record<string, string> = {
  dab: 'DAB',
  od: 'OD',
  params: 'parameters',
  px: '(px)',
  sha256: 'SHA-256',
  um: '(µm)',
}

/** Labels of keys whose words are not clear to users; a sheet is an area that DAB covers without a gap. */
const labels: Record<string, string> = {
  insheets: 'inside continuous DAB areas',
  outsidesheets: 'outside continuous DAB areas',
}

/** Label of a key, such as "DAB OD cuts" of `dabOdCuts`. */
export const provenanceLabel = (key: string): string => {
  const whole = labels[key.toLowerCase()]
  if (whole) return whole.charAt(0).toUpperCase() + whole.slice(1)
  const words = key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  const text = words.replace(/\w+/g, (word) => spelled[word] ?? word)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Label inside a value: lower case except for abbreviations. */
const labelInText = (key: string): string => {
  const label = provenanceLabel(key)
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
}

/** Text of a value of any type. Numbers are not rounded, because an analysis is repeated with them. */
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
