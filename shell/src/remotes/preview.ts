import { call } from '@lamella/shared/api'
import { appEntry, appId, endPreview, previewRelease, type Release, semver } from '@lamella/shared/contract'
import { safeSessionStorage } from '@lamella/shared/session'
import { atom } from 'jotai'
import * as z from 'zod/mini'
import { shellVersion, type VersionInUse } from '../telemetry/version-in-use.ts'

const key = 'lamella.preview'
const wishKey = 'lamella.preview-wish'

const stored = z.record(z.string(), appEntry)
const version = z.object({ app: appId, version: semver })

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** Versions of remotes that are previewed in this tab, by app. */
export const readPreviews = (): Readonly<Record<string, Release>> =>
  stored.safeParse(parse(safeSessionStorage.read(key))).data ?? {}

/** Ends the previews of remotes in this tab. */
export const forgetPreviews = (): void => safeSessionStorage.remove(key)
export const forgetWish = (): void => safeSessionStorage.remove(wishKey)

/** Whether the server sent this shell because its operator previews it. */
export const isShellPreview = (): boolean => document.querySelector('meta[name="lamella-preview"]') !== null

/** What this page shows in preview. */
export const previewsShown = (): VersionInUse[] => [
  ...(isShellPreview() ? [shellVersion] : []),
  ...Object.entries(readPreviews()).map(([app, { metadata }]) => ({ app, version: metadata.version })),
]

/** Takes `?preview=projects@2.15.0` out of the address; it waits in this tab until an operator is logged in. */
export function takeWish(): void {
  const address = new URL(location.href)
  const wish = address.searchParams.get('preview')
  if (wish === null) return
  safeSessionStorage.write(wishKey, wish)
  address.searchParams.delete('preview')
  history.replaceState(history.state, '', address)
}

/** A version that an operator is asked about: by a link, which anybody can make, or because it is on trial for them. */
export interface PreviewWish extends VersionInUse {
  isTrial?: boolean
}

/** What the operator of this tab is asked about, until they have answered. */
export const previewWishAtom = atom<PreviewWish | null>(null)

/** The wished preview; null: none, or it is no version of an app. */
export function readWish(): VersionInUse | null {
  const [app, wished] = safeSessionStorage.read(wishKey)?.split('@', 2) ?? []
  return version.safeParse({ app, version: wished }).data ?? null
}

/**
 * Asks the server for the wished version and keeps it for this tab; the next page runs it.
 * @throws ApiFailure: it does not exist, or the user is no operator
 */
export async function beginPreview(wish: VersionInUse): Promise<void> {
  const { data: entry } = await call(previewRelease, { params: wish }, { action: 'releases.preview' })
  if (wish.app === 'shell') return
  safeSessionStorage.write(key, JSON.stringify({ ...readPreviews(), [wish.app]: entry }))
}

/** Ends all previews of this tab, and that of a shell in this browser; the next page runs what is active. */
export async function leavePreview(): Promise<void> {
  forgetPreviews()
  if (isShellPreview()) await call(endPreview, {}, { action: 'releases.preview' }).catch(() => undefined)
}
