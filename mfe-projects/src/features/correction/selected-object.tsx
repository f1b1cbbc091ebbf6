import { Button } from '@mantine/core'

interface SelectedObjectProps {
  /** Number of the selected object. */
  no: number
  isLeftOut: boolean
  /** White, for a dark ground. */
  onPicture?: boolean
  onLeaveOut: (no: number) => void
  onTakeBack: (no: number) => void
}

/** Button that leaves the selected object out of the result, or takes it back in. */
export const SelectedObject = ({ no, isLeftOut, onPicture = false, onLeaveOut, onTakeBack }: SelectedObjectProps) => (
  <Button
    size="compact-sm"
    variant={onPicture ? 'white' : 'default'}
    onClick={() => (isLeftOut ? onTakeBack(no) : onLeaveOut(no))}
  >
    {isLeftOut ? `Take object ${no} back in` : `Leave out object ${no}`}
  </Button>
)
