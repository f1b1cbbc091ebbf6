import * as z from 'zod/mini'
import { data } from './common.ts'
import { endpoint } from './endpoint.ts'
import { text } from './text.ts'

/** The plans that can be requested; prices are negotiated by mail. */
export const upgradePlans = [
  { name: 'LAMELLA_PORTAL_CLOUD', displayName: 'Portal' },
  { name: 'LAMELLA_AI_CLOUD', displayName: 'AI Trainer' },
  { name: 'LAMELLA_PORTAL_AI_CLOUD', displayName: 'Portal and AI Trainer' },
  { name: 'LAMELLA_ON_PREMISE', displayName: 'On premise' },
] as const
export type UpgradePlan = (typeof upgradePlans)[number]['name']

export const requestUpgrade = endpoint({
  method: 'POST',
  path: '/api/v1/subscriptions/upgrade-requests',
  summary: 'Ask for a plan: mails the support address of the installation',
  tag: 'organisation',
  body: data(
    z.object({
      plan: z.enum(upgradePlans.map(({ name }) => name)),
      message: z.optional(text.check(z.trim(), z.maxLength(1000))),
    }),
  ),
  success: { status: 204, body: null },
  errors: ['ERR_0404', 'ERR_0429'],
})
