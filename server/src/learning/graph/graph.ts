import type { Attribute, Initializer, Node } from '../onnx/model.ts'
import { elementsOf, type Shape, type Tensor } from './tensor.ts'

/** Weights or biases that training changes: a part of one flat vector of all parameters. */
export interface Parameter<S extends Shape = Shape> extends Tensor<S> {
  readonly offset: number
  readonly length: number
  /** Inputs that are summed into one output; 0: a bias. */
  readonly fanIn: number
}

interface Operation {
  attributes?: Readonly<Record<string, Attribute>>
  domain?: 'com.microsoft'
}

/**
 * A computation that is described once, from inputs to outputs, and written as ONNX. For training each layer notes how
 * gradients flow back through it; `backward` plays the notes in reverse (reverse-mode automatic differentiation, Griewank
 * & Walther 2008), so that the gradient is a part of the same graph and onnxruntime runs it.
 */
export class Graph {
  readonly parameters: Parameter[] = []
  readonly nodes: Node[] = []
  readonly initializers: Initializer[] = []
  readonly #training: boolean
  readonly #constants = new Map<string, Tensor>()
  readonly #tape: (() => void)[] = []
  readonly #gradients = new Map<string, Tensor[]>()
  readonly #fixed = new Set<string>()
  #tensors = 0

  /** @param purpose - in a graph for inference nothing of gradients is noted */
  constructor(purpose: 'training' | 'inference') {
    this.#training = purpose === 'training'
  }

  get isTraining(): boolean {
    return this.#training
  }

  get parameterCount(): number {
    return this.parameters.reduce((sum, { length }) => sum + length, 0)
  }

  /** A name for a tensor that `nodes` will be given by hand. */
  tensor<const S extends Shape>(shape: S): Tensor<S> {
    return { name: `t${this.#tensors++}`, shape }
  }

  /** Adds an operator with one output. @param inputs - null leaves an optional one out */
  apply<const S extends Shape>(
    operator: string,
    inputs: readonly (Tensor | null)[],
    shape: S,
    { attributes, domain }: Operation = {},
  ): Tensor<S> {
    const output = this.tensor(shape)
    const names = inputs.map((input) => input?.name ?? '')
    this.nodes.push({
      operator,
      inputs: names,
      outputs: [output.name],
      ...(attributes ? { attributes } : {}),
      ...(domain ? { domain } : {}),
    })
    return output
  }

  #constant(key: string, shape: Shape, data: Initializer['data']): Tensor {
    const known = this.#constants.get(key)
    if (known) return known
    const constant = this.tensor(shape)
    this.initializers.push({ name: constant.name, shape, data })
    this.#constants.set(key, constant)
    return constant
  }

  integers(values: readonly number[]): Tensor {
    return this.#constant(`integers ${values}`, [values.length], BigInt64Array.from(values, BigInt))
  }

  floats(values: readonly number[]): Tensor {
    return this.#constant(`floats ${values}`, [values.length], Float32Array.from(values))
  }

  scalar(value: number): Tensor<readonly []> {
    const { name } = this.#constant(`scalar ${value}`, [], Float32Array.of(value))
    return { name, shape: [] }
  }

  /** What is fed in; no gradient is wanted for it. */
  input<const S extends Shape>(name: string, shape: S): Tensor<S> {
    const input = { name, shape }
    this.fix(input)
    return input
  }

  /** No gradient is wanted for this tensor, because it depends on inputs only. */
  fix({ name }: Tensor): void {
    this.#fixed.add(name)
  }

  isFixed({ name }: Tensor): boolean {
    return this.#fixed.has(name)
  }

  parameter<const S extends Shape>(shape: S, fanIn: number): Parameter<S> {
    const parameter = {
      name: `p${this.parameters.length}`,
      shape,
      offset: this.parameterCount,
      length: elementsOf(shape),
      fanIn,
    }
    this.parameters.push(parameter)
    return parameter
  }

  /** Notes how to pass the gradient of a layer's output on to its inputs and parameters. */
  onBackward(rule: () => void): void {
    if (this.#training) this.#tape.push(rule)
  }

  addGradient({ name }: Tensor, gradient: Tensor): void {
    this.#gradients.set(name, [...(this.#gradients.get(name) ?? []), gradient])
  }

  /** The sum of all that was added. @throws Error when nothing was: the tensor has no influence on the loss */
  gradientOf<S extends Shape>({ name, shape }: Tensor<S>): Tensor<S> {
    const [first, ...rest] = this.#gradients.get(name) ?? []
    if (!first) throw new Error(`no gradient reached ${name}`)
    const sum = rest.reduce((total, gradient) => this.apply('Add', [total, gradient], shape), first)
    this.#gradients.set(name, [sum])
    return { name: sum.name, shape }
  }

  /** Adds the nodes that compute the gradients. To be called once, after the loss. */
  backward(): void {
    for (const rule of this.#tape.splice(0).reverse()) rule()
  }
}
