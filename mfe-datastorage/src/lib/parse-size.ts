const units = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }

/** Bytes of a size such as `20GB`, with factor 1024 (D3-3-09); `Number.MAX_VALUE` (no limit) for any other text. */
export const parseSize = (text: string): number => {
  const match = /^(\d+(?:\.\d+)?)\s*(KB|MB|GB)$/i.exec(text.trim())
  if (!match) return Number.MAX_VALUE
  return Number(match[1]) * units[String(match[2]).toUpperCase() as keyof typeof units]
}
