import { newSecret } from '../../platform/crypto/secrets.ts'
import type { Executor } from '../../platform/db/database.ts'
import { clientApps } from '../../platform/db/schema/index.ts'

/** An OAuth client. */
export interface ClientApp {
  appId: string
  appSecret: string
}

const appId = 'lamella-portal'

/** Id and secret of the portal as OAuth client, created once per installation (D1-3-33). */
export const findClientApp = async (db: Executor): Promise<ClientApp> => {
  const read = async () => (await db.select().from(clientApps).limit(1))[0]
  const known = await read()
  if (known) return known
  await db.insert(clientApps).values({ appId, appSecret: newSecret() }).onConflictDoNothing()
  const made = await read()
  if (!made) throw new Error('The client application could not be stored')
  return made
}
