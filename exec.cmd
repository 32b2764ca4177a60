@rem The shell of npm on Windows has no "exec", with which the script "gateway" of package.json replaces its shell so that
@rem the gateway gets the signals that npm gets. In this folder that shell runs this file instead.
@%*
