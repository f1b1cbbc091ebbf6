/** Whether the promise is resolved or rejected within the time. Its result or error is left to other handlers. */
export const settlesWithin = async (milliseconds: number, promise: Promise<unknown>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false)
  })
  const settled = promise.then(
    () => true,
    () => true,
  )
  return Promise.race([settled, late]).finally(() => clearTimeout(timer))
}
