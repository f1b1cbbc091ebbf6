import { id, jobStatus } from '@lamella/shared/contract'
import type { JobConditions } from '@lamella/shared/queries'
import { useSearchParams } from 'react-router-dom'

/** Conditions of the jobs list, by their names in its address. */
const names = ['application', 'run', 'status', 'image'] as const
export type JobCondition = (typeof names)[number]

const isId = (value: string): boolean => id.safeParse(value).success

/** Of a condition that the server would refuse, no trace: an address may be typed or old. */
const isKnown: Record<JobCondition, (value: string) => boolean> = {
  application: (value) => value !== '' && value.length <= 128,
  run: isId,
  status: (value) => jobStatus.safeParse(value).success,
  image: isId,
}

/** What of the jobs list is in its address. */
export const useJobsAddress = () => {
  const [search, setSearch] = useSearchParams()
  const values: Partial<Record<JobCondition, string>> = {}
  for (const name of names) {
    const value = search.get(name)
    if (value !== null && isKnown[name](value)) values[name] = value
  }
  const conditions: JobConditions = {}
  for (const [name, value] of Object.entries(values)) Object.assign(conditions, { [`filter[${name}]`]: value })
  return {
    values,
    /** As calls have them. */
    conditions,
    /** This condition alone. */
    setOnly: (name: JobCondition, value: string): void => setSearch({ [name]: value }),
    /** Null: without it. */
    setCondition: (name: JobCondition, value: string | null): void =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          if (value) next.set(name, value)
          else next.delete(name)
          return next
        },
        { replace: true },
      ),
  }
}
