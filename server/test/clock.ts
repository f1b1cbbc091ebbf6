/** A clock that stands still until a test advances it. */
export interface Clock {
  now: () => Date
  advance(time: { days?: number; hours?: number; minutes?: number; seconds?: number }): void
  set(moment: string): void
}

export const createClock = (start = '2026-03-02T08:00:00.000Z'): Clock => {
  let present = new Date(start)
  return {
    now: () => new Date(present),
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) => {
      present = new Date(present.getTime() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000)
    },
    set: (moment) => {
      present = new Date(moment)
    },
  }
}
