import type { runtimeConfig } from '@lamella/shared/contract'
import type * as z from 'zod/mini'

/** A runtime configuration file without the fields that have a default. */
export const sampleConfig = {
  appId: 'portal',
  appSecret: 'public',
  authServiceDomain: 'http://portal.test',
  basePaths: { commons: 'http://portal.test', portal: 'http://portal.test', prisma: 'http://portal.test' },
  product: {
    name: 'Lamella',
    companyName: 'Company',
    companyUrl: 'https://company.example/',
    supportEmail: 'support@company.example',
    knowledgeBaseUrl: 'https://company.example/help',
    privacyUrl: 'https://company.example/privacy',
    termsUrl: 'https://company.example/terms',
    bookDemoUrl: 'https://company.example/demo',
    guideUrl: 'https://company.example/guide',
  },
  version: '2.108.0 (shell 1.0.0)',
} satisfies z.input<typeof runtimeConfig>
