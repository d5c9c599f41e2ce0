export { proveRevenue, rollUpRevenue } from './roll-up-revenue.ts';
export { namesRevenue, readWallMoney } from './wall-money.ts';
