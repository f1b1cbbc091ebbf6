import { Button } from '@mantine/core'

interface SelectedObjectProps {
  /** Number of the selected object. */
  no: number
  isLeftOut: boolean
  /** White, for a dark ground. */
  onPicture?: boolean
  onLeaveOut: (no: number) => void
  onPutBack: (no: number) => void
}

/** Button that leaves the selected object out of the result, or puts it back. */
export const SelectedObject = ({ no, isLeftOut, onPicture = false, onLeaveOut, onPutBack }: SelectedObjectProps) => (
  <Button
    size="compact-sm"
    variant={onPicture ? 'white' : 'default'}
    onClick={() => (isLeftOut ? onPutBack(no) : onLeaveOut(no))}
  >
    {isLeftOut ? `Put back object ${no}` : `Leave out object ${no}`}
  </Button>
)
