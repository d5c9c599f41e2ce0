import { expect, test } from 'vitest';
import { type ConfigError, readConfig, SETTINGS } from './config.ts';
import { fileOf } from './files.ts';

const unknownOf = (...names: string[]) =>
  readConfig(Object.fromEntries(names.map((name) => [name, 'x']))).unknown;

test.each([
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['TRUSTED_HOSTS', 'TRUSTED_PROXIES'],
  ['EMAIL_VERIFCATION', 'EMAIL_VERIFICATION'],
  ['STAFF_DAILY_POINT', 'STAFF_DAILY_POINTS'],
  ['APP_SECRETS', 'APP_SECRET'],
  ['app_url', 'APP_URL'],
  ['PROT', 'PORT'],
  ['SMTP_HOST', 'SMTP_TLS'],
  ['SMTP_PASSWORD_FILE', 'SMTP_URL_FILE'],
  ['DATABASE_ULR_FILE', 'DATABASE_URL_FILE'],
  ['APP_SECRET_FIEL', 'APP_SECRET_FILE'],
  ['WALL_FILE', 'WALLS_FILE'],
  ['STRIPE_SECRET_KEY', 'STRIPE_API_KEY'],
  ['TREMENDOUS_KEY', 'TREMENDOUS_API_KEY'],
  ['CAPTCHA_SITEKEY', 'CAPTCHA_SITE_KEY'],
])('%s is named with the nearest setting, %s', (name, nearest) => {
  expect(unknownOf(name)).toEqual([`${name}: is no setting; the nearest is ${nearest}`]);
});

test('every setting is known, and so is the variable of its file', () => {
  const environment = Object.fromEntries([...SETTINGS, ...SETTINGS.map(fileOf)].map((name) => [name, '']));
  expect(readConfig(environment).unknown).toEqual([]);
});

test('variables that are usual elsewhere raise no alarm', () => {
  const shell =
    'PATH HOME USER LOGNAME MAIL SHELL LANG LC_ALL TERM PWD OLDPWD EDITOR PAGER HOSTNAME HOSTTYPE DISPLAY TZ';
  const desktop =
    'XDG_DATA_DIRS XDG_DATA_HOME XDG_CONFIG_HOME SSH_AUTH_SOCK DBUS_SESSION_BUS_ADDRESS COLORTERM';
  const node =
    'NODE_ENV NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_PATH NODE_COMPILE_CACHE NO_COLOR FORCE_COLOR DEBUG INIT_CWD';
  const npm =
    'npm_execpath npm_config_loglevel npm_config_cache npm_lifecycle_event npm_package_name NPM_TOKEN';
  const proxy = 'http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR';
  const database = 'PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE POSTGRES_PASSWORD POSTGRES_USER REDIS_URL';
  const divided = 'DATABASE_HOST DATABASE_PORT DATABASE_USER DATABASE_PASSWORD DATABASE_NAME DB_URL DB_HOST';
  const sentry =
    'SENTRY_RELEASE SENTRY_ENVIRONMENT SENTRY_ORG SENTRY_PROJECT SENTRY_AUTH_TOKEN SENTRY_TRACES_SAMPLE_RATE';
  const google =
    'GOOGLE_APPLICATION_CREDENTIALS GOOGLE_CLOUD_PROJECT AWS_REGION AWS_ACCESS_KEY_ID AZURE_CLIENT_SECRET';
  const app =
    'APP_NAME APP_KEY APP_DEBUG APP_PORT APP_VERSION API_URL API_SECRET API_KEY SECRET_KEY JWT_SECRET SESSION_SECRET';
  const systemd =
    'INVOCATION_ID JOURNAL_STREAM CREDENTIALS_DIRECTORY STATE_DIRECTORY LISTEN_FDS NOTIFY_SOCKET MAINPID';
  const kubernetes =
    'KUBERNETES_SERVICE_HOST KUBERNETES_PORT_443_TCP_ADDR SMTP_SERVICE_HOST SMTP_PORT_25_TCP SMTP_SERVICE_PORT';
  const platforms =
    'DYNO HEROKU_APP_NAME RAILWAY_ENVIRONMENT FLY_REGION RENDER CI GITHUB_ACTIONS GITHUB_TOKEN VITEST';
  const others =
    'LOG_FILE PID_FILE CERT_FILE KEY_FILE CACHE_DIR TMPDIR TEMP HOST_IP HOST_NAME MAIL_HOST MAIL_PORT POST';
  const walls =
    'CPX_SECRET BITLABS_SECRET TOROX_KEY WALL_SECRET WALL_KEY_FILE WALLS_CPX_SECRET OFFERWALL_KEY';
  const groups = [
    ...[shell, desktop, node, npm, proxy, database, divided, sentry, google, app, systemd, kubernetes],
    ...[platforms, others, walls],
  ];
  const environment = groups.flatMap((names) => names.split(' ')).map((name) => [name, 'x']);
  expect(environment.length).toBeGreaterThan(120);
  expect(readConfig(Object.fromEntries(environment)).unknown).toEqual([]);
});

test('a setting that is missing because its name is misspelt is told with its right name, and no value is repeated', () => {
  expect.assertions(3);
  try {
    readConfig({ APP_ENV: 'production', APP_SECERT: 'do-not-tell' });
  } catch (error) {
    const { faults, message } = error as ConfigError;
    expect(faults).toContain('APP_SECRET: must be set in production');
    expect(faults).toContain('APP_SECERT: is no setting; the nearest is APP_SECRET');
    expect(message).not.toContain('do-not-tell');
  }
});
