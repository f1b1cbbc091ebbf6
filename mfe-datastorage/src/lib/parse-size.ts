const units = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }

/** `20GB` → bytes, factor 1024 (document 3 §3). A text without a unit that is known means no limit. */
export const parseSize = (text: string): number => {
  const match = /^(\d+(?:\.\d+)?)\s*(KB|MB|GB)$/i.exec(text.trim())
  if (!match) return Number.MAX_VALUE
  return Number(match[1]) * units[String(match[2]).toUpperCase() as keyof typeof units]
}
