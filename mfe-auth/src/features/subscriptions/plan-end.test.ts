import type { Subscription } from '@lamella/shared/contract'
import { afterEnd } from './plan-end.ts'

const now = new Date('2026-11-23T12:00:00Z')
let count = 0
const plan = (
  type: string,
  validUntil: string,
  limits: Record<string, string>,
  automaticRenewal = false,
): Subscription => {
  count += 1
  const id = `019aa000-0000-7000-8000-${String(count).padStart(12, '0')}`
  const restrictions = Object.entries(limits).map(([key, value]) => ({ key, value }))
  const subscriptionPlan = { id, name: 'P', displayName: 'P', version: 1, type, netPrice: 0, subscriptionPeriod: 'P1M' }
  return {
    id,
    validFrom: '2026-11-01T00:00:00.000Z',
    validUntil,
    organization: id,
    purchaser: id,
    automaticRenewal,
    subscriptionPlan: { ...subscriptionPlan, restrictions },
  }
}

const soon = '2026-12-01T00:00:00.000Z'
const later = '2027-12-01T00:00:00.000Z'
const never = '2126-12-01T00:00:00.000Z'

test('the last plan of a type takes what it opens with it', () => {
  const portal = plan('portal', soon, { mediumLimit: '100' })
  const ai = plan('ai', later, { trainingLimit: '2026-11-01T00:00:00.000Z;2027-12-01T00:00:00.000Z;3' })
  expect(afterEnd(portal, [portal, ai], now)).toBe('Then nobody of your organization can enter the portal.')
  expect(afterEnd(ai, [portal, ai], now)).toBe('Then the AI Trainer cannot be used.')
})

test('beside another plan it says the limits that are lower then, and only those', () => {
  const large = plan('portal', soon, { mediumLimit: '-1', storageLimit: '10', userLimit: '5' })
  const small = plan('portal', later, { mediumLimit: '100', storageLimit: '20', userLimit: '5' })
  expect(afterEnd(large, [large, small], now)).toBe('Then the limits are lower: Images 100.')
  // It ends after the other: nobody is left then.
  expect(afterEnd(small, [large, small], now)).toBe('Then nobody of your organization can enter the portal.')
})

test('nothing is said of a plan that renews itself, of one without end, or where another has as much', () => {
  const other = plan('portal', never, { mediumLimit: '-1' })
  const renewed = plan('portal', soon, { mediumLimit: '50' }, true)
  const less = plan('portal', soon, { mediumLimit: '50' })
  const all = [other, renewed, less]
  expect(all.map((each) => afterEnd(each, all, now))).toEqual([null, null, null])
  // A plan that renews itself is there after the end of the other, although its present end is the same.
  expect(afterEnd(less, [renewed, less], now)).toBeNull()
})
