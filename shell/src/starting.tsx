import { LoadingRows } from '@lamella/shared/ui/feedback/loading-rows.tsx'

/** Until it is known who is here: at once on most days, after retries when the server is in trouble. */
export const Starting = () => (
  <main>
    <LoadingRows rows={8} />
  </main>
)
