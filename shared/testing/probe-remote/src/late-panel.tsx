import { Text } from '@mantine/core'

export default function LatePanel() {
  return <Text>Late panel</Text>
}
