import type { ChannelSettings, MultichannelSettings } from '@lamella/shared/contract'
import { useState } from 'react'

/** Changes that are not saved, and what they were made of. */
interface Draft {
  /** Id of the settings; null: none yet. */
  id: string | null
  /** Revision of the settings when the first change was made; null: none yet. */
  revision: number | null
  channels: ChannelSettings[]
}

/** Changes of the chosen settings until they are saved or discarded. @param stored - as they are now; null: none */
export const useSettingsDraft = (stored: MultichannelSettings | null) => {
  const [kept, setKept] = useState<Draft | null>(null)
  const id = stored?.id ?? null
  // Of other settings there are no changes; those that were made before there were any stay when somebody else adds some.
  const draft = kept && (kept.id === id || kept.id === null) ? kept : null
  return {
    /** Null: nothing was changed. */
    channels: draft?.channels ?? null,
    /** The revision that saving replaces. */
    revision: draft ? draft.revision : (stored?.revision ?? null),
    /** Somebody else has saved others since the first change. */
    isOutdated: draft !== null && draft.revision !== (stored?.revision ?? null),
    change: (channels: ChannelSettings[]): void =>
      setKept({ id, revision: draft ? draft.revision : (stored?.revision ?? null), channels }),
    discard: (): void => setKept(null),
  }
}
