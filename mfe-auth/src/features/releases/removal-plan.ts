import type { RemovableRelease } from '@lamella/shared/contract'

/** One version, or how many of the newest are kept. */
export type RemovalWish = { version: string } | { keep: number }

interface RemovalPlan {
  goes: RemovableRelease[]
  /** With the reason. */
  stays: { version: string; why: string }[]
  /** Somebody may still run it: asks for a reason. */
  isForced: boolean
}

/** What goes and what stays, as the server would decide it now. @param versions - newest first */
export const planRemoval = (versions: readonly RemovableRelease[], wish: RemovalWish): RemovalPlan => {
  if ('version' in wish) {
    const found = versions.find(({ version }) => version === wish.version)
    if (!found || (found.bound && found.why !== null)) {
      const why = found?.why ?? 'It was removed already.'
      return { goes: [], stays: [{ version: wish.version, why }], isForced: false }
    }
    return { goes: [found], stays: [], isForced: found.why !== null }
  }
  const old = versions.slice(wish.keep)
  const kept = versions
    .slice(0, wish.keep)
    .map(({ version, why }) => ({ version, why: why ?? 'It is one of the newest.' }))
  const needed = old.flatMap(({ version, why }) => (why === null ? [] : [{ version, why }]))
  return { goes: old.filter(({ why }) => why === null), stays: [...kept, ...needed], isForced: false }
}
