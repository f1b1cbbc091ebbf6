import { unlimited } from './limits.ts'

/** A plan, identified by name and version. */
export interface PlanDefinition {
  name: string
  displayName: string
  version: number
  family: 'portal' | 'prisma' | 'ai'
  /** Cents. */
  netPrice: number
  /** ISO 8601 duration. */
  period: string
  restrictions: { key: string; value: string }[]
}

const restrictions = (values: Record<string, number>) =>
  Object.entries(values).map(([key, value]) => ({ key, value: String(value) }))

/** The plans of the free trial: one month (D1-1-08) with the limits of D1-9-15 to D1-9-21; names by D1-3-23. */
export const freePlans: readonly PlanDefinition[] = [
  {
    name: 'LAMELLA_PORTAL_CLOUD_FREE',
    displayName: 'Portal free trial',
    version: 1,
    family: 'portal',
    netPrice: 0,
    period: 'P1M',
    restrictions: restrictions({
      userLimit: 5,
      storageLimit: 10,
      projectLimit: 10,
      mediumLimit: 100,
      annotationLimit: 500,
    }),
  },
  {
    name: 'LAMELLA_AI_CLOUD_FREE',
    displayName: 'AI free trial',
    version: 1,
    family: 'ai',
    netPrice: 0,
    period: 'P1M',
    restrictions: restrictions({ trainingLimit: 3, jobLimit: 60 }),
  },
]

/** Plans of organisations that the operator creates (admin command, demo): without limits, for a hundred years. */
export const onPremisePlans: readonly PlanDefinition[] = [
  {
    name: 'LAMELLA_PORTAL_ON_PREMISE',
    displayName: 'Portal on premise',
    version: 1,
    family: 'portal',
    netPrice: 0,
    period: 'P100Y',
    restrictions: restrictions({
      userLimit: unlimited,
      storageLimit: unlimited,
      projectLimit: unlimited,
      mediumLimit: unlimited,
      annotationLimit: unlimited,
    }),
  },
  {
    name: 'LAMELLA_AI_ON_PREMISE',
    displayName: 'AI on premise',
    version: 1,
    family: 'ai',
    netPrice: 0,
    period: 'P100Y',
    restrictions: restrictions({ trainingLimit: unlimited, jobLimit: unlimited }),
  },
]

const asAgreed = (keys: readonly string[]) => keys.map((key) => ({ key, value: '' }))

/** Plans that are sold: their limits are agreed, so an operator says them (`lamella admin plan grant`). */
const soldPlans: readonly PlanDefinition[] = [
  {
    name: 'LAMELLA_PORTAL_CLOUD',
    displayName: 'Portal',
    version: 1,
    family: 'portal',
    netPrice: 0,
    period: 'P1Y',
    restrictions: asAgreed(['userLimit', 'storageLimit', 'projectLimit', 'mediumLimit', 'annotationLimit']),
  },
  {
    name: 'LAMELLA_AI_CLOUD',
    displayName: 'AI Trainer',
    version: 1,
    family: 'ai',
    netPrice: 0,
    period: 'P1Y',
    restrictions: asAgreed(['trainingLimit', 'jobLimit']),
  },
]

/** All plans that an operator may grant; a limit without a value is as agreed. */
export const operablePlans: readonly PlanDefinition[] = [...soldPlans, ...onPremisePlans, ...freePlans]

/** Null: there is no such plan. */
export const planNamed = (name: string): PlanDefinition | null =>
  operablePlans.find((plan) => plan.name === name) ?? null
