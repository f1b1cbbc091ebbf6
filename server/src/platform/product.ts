import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RuntimeConfig, runtimeConfig } from '@lamella/shared/contract'
import * as z from 'zod/mini'

/** Names and links of an installation without a `product.json`. */
const defaultProduct: RuntimeConfig['product'] = {
  name: 'Lamella',
  companyName: 'Lamella',
  companyUrl: 'https://lamella.example/',
  supportEmail: 'support@lamella.example',
  knowledgeBaseUrl: 'https://lamella.example/docs',
  privacyUrl: 'https://lamella.example/privacy',
  termsUrl: 'https://lamella.example/terms',
  bookDemoUrl: 'https://lamella.example/demo',
  guideUrl: 'https://lamella.example/guide',
}

const productFile = z.partial(runtimeConfig.shape.product)

/**
 * The optional file `product.json` of the data folder; fields that it lacks have their default.
 * @throws Error that names the file when it is not valid
 */
export const readProduct = async (dataDir: string): Promise<RuntimeConfig['product']> => {
  const file = join(dataDir, 'product.json')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  try {
    return { ...defaultProduct, ...productFile.parse(JSON.parse(text)) }
  } catch (error) {
    throw new Error(`${file} is not valid: ${error instanceof Error ? error.message : error}`)
  }
}
