import * as z from 'zod/mini'

/** The product's version, shown in footers before the build information (D1-9-28). */
export const productVersion = '2.108.0'

/**
 * `/assets/config/config.json`, read at start-up (D1-7-27). A value `${…}` is an unresolved placeholder and an error
 * (D1-3-38).
 */
export const runtimeConfig = z.object({
  logLevel: z._default(z.enum(['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'OFF']), 'ERROR'),
  appId: z.string(),
  appSecret: z.string(),
  authServiceDomain: z.string(),
  basePaths: z.object({ commons: z.string(), portal: z.string(), prisma: z.string() }),
  signupDisabled: z._default(z.boolean(), false),
  /** Share of the pages that tell how long they took to load; failures and errors are told by all, unless it is 0. */
  telemetryShare: z._default(z.number().check(z.minimum(0), z.maximum(1)), 0),
  /** Names and addresses that the screens show. */
  product: z.object({
    name: z.string(),
    companyName: z.string(),
    companyUrl: z.string(),
    supportEmail: z.string(),
    knowledgeBaseUrl: z.string(),
    privacyUrl: z.string(),
    termsUrl: z.string(),
    bookDemoUrl: z.string(),
    guideUrl: z.string(),
  }),
  /** `2.108.0` plus build information. */
  version: z.string(),
})
export type RuntimeConfig = z.infer<typeof runtimeConfig>
