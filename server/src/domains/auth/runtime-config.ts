import { productVersion, type RuntimeConfig } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { readProduct } from '../../platform/product.ts'
import { findClientApp } from './client-app-repository.ts'
import { findShellRelease } from './shell-release-repository.ts'

/** What `/assets/config/config.json` says. All addresses are relative: the API answers where the page came from. */
export const readRuntimeConfig = async ({ config, db }: AppContext): Promise<RuntimeConfig> => {
  const { appId, appSecret } = await findClientApp(db)
  const shell = await findShellRelease(db)
  return {
    logLevel: 'ERROR',
    appId,
    appSecret,
    authServiceDomain: '',
    basePaths: { commons: '', portal: '', prisma: '' },
    signupDisabled: config.signupDisabled,
    product: await readProduct(config.dataDir),
    version: `${productVersion} (${shell ? `shell ${shell.version}` : 'unreleased'})`,
  }
}
