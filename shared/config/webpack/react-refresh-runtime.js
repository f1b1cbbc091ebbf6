// A container has no entry to which the refresh plugin could add its runtime, so the federation runtime loads it.
import '@pmmmwh/react-refresh-webpack-plugin/client/ReactRefreshEntry.js'

export default () => ({ name: 'react-refresh' })
