import './chain/main-chain';
