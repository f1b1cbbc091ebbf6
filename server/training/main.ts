/** `npm run train`: makes the base models, or those named. Interrupted, it goes on where it was when it is started again. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeDataset } from '../src/learning/dataset/dataset-file.ts'
import { readBaseModel } from '../src/learning/models/base-models.ts'
import { nucleusModel, parametersOf } from '../src/learning/nucleus-model.ts'
import { startFile } from '../src/learning/process/messages.ts'
import { runTraining } from '../src/learning/process/run-training.ts'
import { modelCard } from './model-card.ts'
import { collectPools } from './pools.ts'
import { isRecipe, type Recipe, type RecipeName, recipeNames, recipes } from './recipes.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: {
      type: 'string',
      default: process.env.LAMELLA_TEST_DATA ?? join(import.meta.dirname, '../../../shared/data'),
    },
    /** For data sets and checkpoints. */
    work: { type: 'string', default: join(import.meta.dirname, '../../data/training') },
    /** For models and their cards. */
    out: { type: 'string', default: join(import.meta.dirname, '../src/learning/models') },
    steps: { type: 'string' },
    threads: { type: 'string' },
  },
})
const unknown = positionals.filter((name) => !isRecipe(name))
if (unknown.length > 0) {
  console.error(`There is no recipe ${unknown.join(', ')}, only ${recipeNames.join(', ')}.`)
  process.exit(2)
}

/** The data set of a recipe, collected once. */
async function datasetOf({ pools }: Recipe): Promise<string> {
  const key = createHash('sha256').update(JSON.stringify(pools)).digest('hex').slice(0, 8)
  const path = join(values.work, `fields-${key}.dataset`)
  if (existsSync(path)) return path
  console.log('Collecting fields')
  await writeDataset(`${path}.new`, await collectPools(pools, values.data))
  await rename(`${path}.new`, path)
  return path
}

/** The mean of two sets of parameters. @param share of the first, 0 to 1 */
const blended = (trained: Float32Array, start: Float32Array, share: number): Float32Array =>
  trained.map((value, i) => share * value + (1 - share) * (start[i] ?? 0))

async function make(name: RecipeName): Promise<void> {
  const base: Recipe = recipes[name]
  const plan = {
    ...base.plan,
    ...(values.steps ? { steps: Number(values.steps) } : {}),
    ...(values.threads ? { threads: Number(values.threads) } : {}),
  }
  const recipe = { ...base, plan }
  const { sampling, input, pools } = recipe
  const dataset = await datasetOf(recipe)
  // A training may be continued with another number of threads.
  const run = JSON.stringify({ name, plan: { ...plan, threads: 0 }, sampling, pools, from: recipe.from })
  const folder = join(values.work, name)
  const start = recipe.from ? parametersOf((await readBaseModel(recipe.from)).bytes) : undefined
  const order = {
    dataset,
    folder,
    run,
    plan,
    sampling,
    checkpointEvery: Math.min(100, Math.ceil(plan.steps / 3)),
    hasStart: start !== undefined,
  }
  if (start) {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, startFile), new Uint8Array(start.buffer))
  }
  const trained = await runTraining(
    order,
    ({ step, loss, secondsPerStep }) => {
      const minutes = ((plan.steps - step) * secondsPerStep) / 60
      console.log(
        `${name}: step ${step} of ${plan.steps}, loss ${loss.toFixed(4)}, ${secondsPerStep.toFixed(3)} s a step, ${minutes.toFixed(0)} min to go`,
      )
    },
    new AbortController().signal,
  )
  const parameters = start ? blended(trained, start, recipe.blend ?? 1) : trained
  const model = nucleusModel(plan.network, parameters, input, sampling.diameter, recipe.precision)
  const out = join(values.out, `${name}.onnx`)
  await writeFile(out, model)
  const card = await modelCard({ name, recipe, dataset, model, parameters: parameters.length })
  await writeFile(join(values.out, `${name}.md`), card)
  console.log(`${name}: ${out}`)
}

await mkdir(values.work, { recursive: true })
await mkdir(values.out, { recursive: true })
for (const name of positionals.length > 0 ? positionals.filter(isRecipe) : recipeNames) await make(name)
