export type Shape = readonly number[]
export type PlaneShape = readonly [batch: number, channels: number, height: number, width: number]

/** A value of the graph, by name and shape: its numbers exist only while the graph runs. */
export interface Tensor<S extends Shape = Shape> {
  readonly name: string
  readonly shape: S
}
/** A batch of stacks of planes. */
export type Planes = Tensor<PlaneShape>

/** How many numbers a tensor of the shape has. */
export const elementsOf = (shape: Shape): number => shape.reduce((product, length) => product * length, 1)
