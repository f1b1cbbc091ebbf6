import type { LimitUsage, RestrictionKey, UsageDay } from '@lamella/shared/contract'
import { formatDay } from '@lamella/shared/ui'

/** Spans of time that can be looked at; `days` is what is asked for. */
export const spans = [
  { value: '30', label: '30 days', days: 30, by: 'day' },
  { value: '90', label: '90 days', days: 90, by: 'day' },
  { value: '366', label: '12 months', days: 366, by: 'month' },
] as const
export type Span = (typeof spans)[number]

/** What is shown over time, in this order. */
export const shownKeys = [
  'storageLimit',
  'mediumLimit',
  'jobLimit',
  'userLimit',
  'projectLimit',
] as const satisfies readonly RestrictionKey[]
export type ShownKey = (typeof shownKeys)[number]

/** One day, or the last recorded day of one month. */
export interface UsagePoint {
  /** "23 Nov 2026", or "Nov 2026". */
  label: string
  /** Undefined: nothing was recorded, which is no 0. */
  uses: UsageDay['uses'] | undefined
}

const dayMs = 86_400_000
/** A calendar day of the server at noon here, so that its date is the same in every time zone. */
const localDay = (day: string): Date => new Date(`${day}T12:00:00`)
const monthInWords = (month: string): string =>
  localDay(`${month}-01`).toLocaleDateString('en-GB', { month: 'short', year: 'numeric' })

/**
 * The points of a span, the oldest first and none left out. The present use is that of today, in place of what was recorded earlier today.
 * @param today - calendar day of the server in UTC @param limitOfNow - in the unit of the use
 */
export const pointsOf = (
  recorded: readonly UsageDay[],
  {
    today,
    span,
    present,
    limitOfNow,
  }: {
    today: string
    span: Pick<Span, 'days' | 'by'>
    present: readonly LimitUsage[]
    limitOfNow: (key: RestrictionKey) => number
  },
): UsagePoint[] => {
  const ofDays = new Map(recorded.map(({ day, uses }) => [day, uses]))
  if (present.length > 0)
    ofDays.set(
      today,
      present.map((use) => ({ ...use, limit: limitOfNow(use.key) })),
    )
  if (span.by === 'day') {
    return Array.from({ length: span.days }, (_, index) => {
      const back = (span.days - 1 - index) * dayMs
      const day = new Date(Date.parse(today) - back).toISOString().slice(0, 10)
      return { label: formatDay(localDay(day)), uses: ofDays.get(day) }
    })
  }
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: 12 }, (_, index) => {
    const name = new Date(Date.UTC(year, month - 12 + index, 1)).toISOString().slice(0, 7)
    const last = [...ofDays.keys()]
      .filter((day) => day.startsWith(name))
      .toSorted()
      .at(-1)
    return { label: monthInWords(name), uses: last === undefined ? undefined : ofDays.get(last) }
  })
}

/** Use and limit at a point. */
export const useAt = ({ uses }: UsagePoint, key: ShownKey) => uses?.find((use) => use.key === key)
