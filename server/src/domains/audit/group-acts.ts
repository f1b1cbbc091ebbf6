/** What is read of an entry to find those that belong together. */
export interface Act {
  id: string
  at: Date
  userId: string | null
  action: string
  /** Name of the analysis; acts on different ones stay apart. Null: of none. */
  analysis: string | null
}

/** Acts of one person, newest first. */
export interface ActGroup {
  newest: Act
  oldest: Act
  count: number
}

/** Longest pause between two acts that belong together. */
const pause = 3_600_000

/**
 * Joins the same acts of one person that follow each other without a pause of an hour.
 * @param acts newest first
 * @param mayJoin whether several acts of this action have words
 */
export const groupActs = (acts: readonly Act[], mayJoin: (action: string) => boolean): ActGroup[] => {
  const groups: ActGroup[] = []
  for (const act of acts) {
    const last = groups.at(-1)
    const belongs =
      last !== undefined &&
      mayJoin(act.action) &&
      last.oldest.action === act.action &&
      last.oldest.userId === act.userId &&
      last.oldest.analysis === act.analysis &&
      last.oldest.at.getTime() - act.at.getTime() < pause
    if (belongs) Object.assign(last, { oldest: act, count: last.count + 1 })
    else groups.push({ newest: act, oldest: act, count: 1 })
  }
  return groups
}
