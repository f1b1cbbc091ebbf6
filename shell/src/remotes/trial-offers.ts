import { safeLocalStorage } from '@lamella/shared/session'
import * as z from 'zod/mini'
import type { VersionInUse } from '../telemetry/version-in-use.ts'
import { type PreviewWish, previewsShown } from './preview.ts'

// Loaded for operators who are on a trial, and for nobody else.

const key = 'lamella.refused-trials'
/** Answers that are kept: more trials are never under way. */
const most = 20

const refusedTrials = (): string[] => {
  try {
    return z.array(z.string()).parse(JSON.parse(safeLocalStorage.read(key) ?? '[]'))
  } catch {
    return []
  }
}

const nameOf = ({ app, version }: VersionInUse): string => `${app}@${version}`

/** Notes that the operator does not want a version on trial: this browser asks no more. */
export const refuseTrial = (wish: VersionInUse): void =>
  safeLocalStorage.write(key, JSON.stringify([...refusedTrials(), nameOf(wish)].slice(-most)))

/** The first version on trial about which this operator was not asked yet. @param offers - version by app */
export function openOffer(offers: Readonly<Record<string, string>>): PreviewWish | null {
  const answered = [...refusedTrials(), ...previewsShown().map(nameOf)]
  const wishes = Object.entries(offers).map(([app, version]) => ({ app, version, isTrial: true }))
  return wishes.find((wish) => !answered.includes(nameOf(wish))) ?? null
}
