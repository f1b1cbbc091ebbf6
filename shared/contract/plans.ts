import * as z from 'zod/mini'
import { data, id, page } from './common.ts'
import { endpoint } from './endpoint.ts'
import { subscription, subscriptionPlan } from './organisation.ts'

const planId = z.object({ planId: id })

/** Limits that were agreed with others are no business of an organisation: it sees its own plans only. */
export const listPlans = endpoint({
  method: 'GET',
  path: '/api/v1/subscriptions/plans',
  summary: 'Plans that the organisation has, had or will have, by name and version',
  tag: 'organisation',
  success: { status: 200, body: page(subscriptionPlan) },
})

export const getPlan = endpoint({
  method: 'GET',
  path: '/api/v1/subscriptions/plans/:planId',
  summary: 'One of the plans that the organisation has, had or will have',
  tag: 'organisation',
  params: planId,
  success: { status: 200, body: data(subscriptionPlan) },
  errors: ['ERR_0404'],
})

export const listPastSubscriptions = endpoint({
  method: 'GET',
  path: '/api/v1/subscriptions/past',
  summary: 'Subscriptions of the organisation that have ended, the last one first',
  tag: 'organisation',
  success: { status: 200, body: page(subscription) },
})
