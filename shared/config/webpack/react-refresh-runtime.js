// A container has no entry into which the refresh plugin could put its runtime, so the federation runtime loads it.
import '@pmmmwh/react-refresh-webpack-plugin/client/ReactRefreshEntry.js'

export default () => ({ name: 'react-refresh' })
