import { safeLocalStorage } from '@lamella/shared/session'

/** Images per user whose channels are kept; the one changed longest ago is forgotten first. */
const most = 200
const keyOf = (userId: string): string => `lamella.viewer.${userId}`

type Entry = readonly [imageId: string, channels: string]

const isEntry = (entry: unknown): entry is Entry =>
  Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string')

const read = (userId: string): Entry[] => {
  try {
    const found: unknown = JSON.parse(safeLocalStorage.read(keyOf(userId)) ?? '[]')
    return Array.isArray(found) ? found.filter(isEntry) : []
  } catch {
    return []
  }
}

/** Channel settings of an image as this user left them in this browser; null: as they are initially. */
export const readChannels = (userId: string, imageId: string): string | null =>
  read(userId).find(([id]) => id === imageId)?.[1] ?? null

/** @param channels - text of `textOfChannels`; null removes what is kept */
export const keepChannels = (userId: string, imageId: string, channels: string | null): void => {
  const others = read(userId).filter(([id]) => id !== imageId)
  const entries = channels === null ? others : [[imageId, channels] as const, ...others]
  safeLocalStorage.write(keyOf(userId), JSON.stringify(entries.slice(0, most)))
}
