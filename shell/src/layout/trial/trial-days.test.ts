import type { Subscription } from '@lamella/shared/contract'
import { trialDaysLeft } from './trial-days.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const subscription = (name: string, validUntil: string) =>
  ({ validUntil, subscriptionPlan: { name } }) as unknown as Subscription
const portal = (until: string) => subscription('LAMELLA_PORTAL_CLOUD_FREE', until)
const ai = (until: string) => subscription('LAMELLA_AI_CLOUD_FREE', until)

test.each([
  ['whole days until the end', [portal('2026-03-24T13:00:00Z'), ai('2026-03-24T13:00:00Z')], 23],
  ['the earlier of two ends', [portal('2026-03-24T13:00:00Z'), ai('2026-03-03T12:00:00Z')], 2],
  ['a day that has begun does not count', [portal('2026-03-04T09:36:00Z'), ai('2026-03-04T09:36:00Z')], 2],
  ['never below 0', [portal('2026-02-01T00:00:00Z'), ai('2026-03-24T13:00:00Z')], 0],
  ['-1 without the AI plan', [portal('2026-03-24T13:00:00Z')], -1],
  [
    '-1 with two portal plans',
    [portal('2026-03-24T13:00:00Z'), portal('2026-03-24T13:00:00Z'), ai('2026-03-24T13:00:00Z')],
    -1,
  ],
  ['-1 without the portal plan', [ai('2026-03-24T13:00:00Z')], -1],
  [
    '-1 with two AI plans',
    [portal('2026-03-24T13:00:00Z'), ai('2026-03-24T13:00:00Z'), ai('2026-03-24T13:00:00Z')],
    -1,
  ],
  ['-1 without plans', [], -1],
])('D1-4.4-01 D1-4.4-03 trial days: %s', (_, subscriptions, days) => {
  expect(trialDaysLeft(subscriptions, now)).toBe(days)
})
