import { join } from 'node:path'
import type { Pool } from '../src/learning/dataset/dataset-file.ts'
import type { Field } from '../src/learning/dataset/field.ts'
import { readNucleiDsb2018 } from './nuclei-dsb2018.ts'
import type { PoolRecipe } from './recipes.ts'
import { makeSyntheticFields } from './synthetic-fields.ts'

async function fieldsOf(pool: PoolRecipe, data: string): Promise<Field[]> {
  if ('generated' in pool) return makeSyntheticFields(pool.generated, pool.count, pool.seed)
  const fields: Field[] = []
  for (const split of pool.splits)
    fields.push(...(await readNucleiDsb2018(join(data, 'nuclei_dsb2018'), pool.dsb2018, split)))
  return fields
}

/** Reads and generates the fields of a recipe. @param data folder of the CC0 images */
export async function collectPools(recipe: readonly PoolRecipe[], data: string): Promise<Pool[]> {
  const pools: Pool[] = []
  for (const pool of recipe) pools.push({ share: pool.share, fields: await fieldsOf(pool, data) })
  return pools
}
