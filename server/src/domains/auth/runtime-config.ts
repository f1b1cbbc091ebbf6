import { productVersion, type RuntimeConfig } from '@lamella/shared/contract'
import type { AppContext } from '../../platform/context.ts'
import { readProduct } from '../../platform/product.ts'
import { findClientApp } from './client-app-repository.ts'
import { findShellRelease } from './shell-release-repository.ts'

/** Content of `/assets/config/config.json`. Its addresses are empty, so that all calls go to the origin of the page. */
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
    telemetryShare: config.telemetryShare,
    product: await readProduct(config.dataDir),
    version: `${productVersion} (${shell ? `shell ${shell.version}` : 'unreleased'})`,
  }
}
